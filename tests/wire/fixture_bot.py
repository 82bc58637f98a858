"""A small bot that uses everything the wire must carry; run as a process of its own."""

import asyncio
import io
import os

import discord
from discord import app_commands, ui
from PIL import Image, ImageDraw

from bot.playground.discord_address import point_discord_at


def picture(number: int) -> discord.File:
    image = Image.new("RGB", (1000, 420), (30 + 20 * number % 120, 60, 90))
    draw = ImageDraw.Draw(image)
    for i in range(8):
        draw.rectangle(
            (40 + 115 * i, 330 - 30 * ((i * 3 + number) % 7), 130 + 115 * i, 380), fill=(230, 190, 120)
        )
    stream = io.BytesIO()
    image.save(stream, "PNG")
    stream.seek(0)
    return discord.File(stream, "board.png", description="A row of towers")


class Press(ui.DynamicItem[ui.Button], template=r"count:(?P<n>\d+)"):
    def __init__(
        self, n: int, label: str = "Count", style: discord.ButtonStyle = discord.ButtonStyle.primary
    ) -> None:
        self.n = n
        super().__init__(ui.Button(label=label, style=style, custom_id=f"count:{n}"))

    @classmethod
    async def from_custom_id(cls, interaction, item, match, /):
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=board(self.n + 1), attachments=[picture(self.n + 1)])


class Other(ui.DynamicItem[ui.Button], template=r"do:(?P<what>[a-z]+)"):
    def __init__(
        self, what: str, label: str = "", style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> None:
        self.what = what
        super().__init__(ui.Button(label=label or what.title(), style=style, custom_id=f"do:{what}"))

    @classmethod
    async def from_custom_id(cls, interaction, item, match, /):
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await globals()[f"do_{self.what}"](interaction)


class Pick(ui.DynamicItem[ui.Select], template=r"pick:(?P<most>\d+)"):
    def __init__(self, most: int) -> None:
        self.most = most
        options = [
            discord.SelectOption(
                label=f"Build {c}: blue granite, {i} sharp", value=c, description=f"completes group {i}"
            )
            for i, c in enumerate("abcdefgh")
        ]
        super().__init__(
            ui.Select(
                placeholder=f"Pick up to {most}", options=options, max_values=most, custom_id=f"pick:{most}"
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction, item, match, /):
        return cls(int(match["most"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        chosen = ", ".join(sorted(interaction.data["values"]))
        await interaction.response.send_message(f"You chose {chosen}", ephemeral=True)


def board(n: int) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    gallery = ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png", description=f"Towers after {n}")
    )
    view.add_item(
        ui.Container(
            ui.TextDisplay(
                f"## Fixture, count {n}\nA **bold** word, *slanted*, `code`, ~~old~~ and <t:1700000000:R>"
            ),
            gallery,
            ui.TextDisplay("- Lion: 3 cards\n- Dove: 2 cards\n-# small print"),
            ui.Separator(),
            ui.Section(
                ui.TextDisplay("A section with a button beside it"), accessory=Other("hand", "Your hand")
            ),
            ui.ActionRow(
                Press(n),
                Other("slow"),
                Other("silent"),
                Other("form"),
                Other("danger", "Danger", discord.ButtonStyle.danger),
            ),
            accent_color=0xC27C4A,
        )
    )
    return view


async def do_hand(interaction: discord.Interaction) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.Container(
            ui.TextDisplay(
                f"### Secret of {interaction.user.display_name}\nYour language is {interaction.locale.value}"
            ),
            ui.ActionRow(Pick(1)),
            ui.ActionRow(Pick(3)),
        )
    )
    await interaction.response.send_message(view=view, ephemeral=True)


async def do_slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await asyncio.sleep(0.6)
    await interaction.followup.send("That took a while.", ephemeral=True)


async def do_silent(interaction: discord.Interaction) -> None:
    pass


async def do_danger(interaction: discord.Interaction) -> None:
    await interaction.response.defer()


class Form(ui.Modal, title="Options"):
    name = ui.Label(
        text="Name", description="What shall it be called?", component=ui.TextInput(max_length=20)
    )
    size = ui.Label(
        text="Size",
        component=ui.Select(
            options=[discord.SelectOption(label="Small"), discord.SelectOption(label="Large", default=True)]
        ),
    )
    kind = ui.Label(
        text="Kind",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="Short", value="s", default=True),
                discord.RadioGroupOption(label="Long", value="l"),
            ]
        ),
    )
    extras = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            required=False,
            options=[
                discord.CheckboxGroupOption(label="Nobles", value="n"),
                discord.CheckboxGroupOption(label="Giostra", value="g"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        c = [
            self.name.component.value,
            self.size.component.values,
            self.kind.component.value,
            self.extras.component.values,
        ]
        await interaction.response.send_message(f"Form: {c}", ephemeral=True)


async def do_form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Form())


class Fixture(discord.Client):
    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none(), max_messages=None)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press, Other, Pick)
        await self.tree.sync()


client = Fixture()


@client.tree.command(name="board", description="Show a board")
@app_commands.describe(
    start="Where to begin", colour="A colour", word="Completed as you type", friend="Somebody"
)
@app_commands.choices(
    colour=[app_commands.Choice(name="Red", value="r"), app_commands.Choice(name="Blue", value="b")]
)
async def board_(
    interaction: discord.Interaction,
    start: app_commands.Range[int, 0, 99] = 0,
    colour: str = "r",
    word: str = "",
    friend: discord.Member | None = None,
) -> None:
    await interaction.response.send_message(view=board(start), files=[picture(start)])
    if friend:
        await interaction.channel.send(
            f"{friend.mention}, your turn: {word or colour}",
            allowed_mentions=discord.AllowedMentions(users=[friend]),
        )


@board_.autocomplete("word")
async def words(interaction: discord.Interaction, current: str):
    found = ["alpha", "beta", "gamma", "delta"]
    return [app_commands.Choice(name=w.title(), value=w) for w in found if current.lower() in w]


@client.tree.command(description="Write me a direct message")
async def dm(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await interaction.user.send("A letter for you only.")
    except discord.Forbidden as error:
        await interaction.followup.send(f"Your door is closed ({error.code}).", ephemeral=True)
    else:
        await interaction.followup.send("Look into your letters.", ephemeral=True)


@client.tree.command(description="Open a thread")
async def thread(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Opening a thread")
    made = await interaction.channel.create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await made.send("Welcome to the table.")


@client.tree.context_menu(name="Profile")
async def profile(interaction: discord.Interaction, member: discord.Member) -> None:
    words = f"{interaction.user.display_name} looks at {member.display_name}"
    await interaction.response.send_message(words, ephemeral=True)


if __name__ == "__main__":
    point_discord_at(os.environ["CAMPANILE_API"], os.environ["CAMPANILE_GATEWAY"])
    client.run(os.environ["DISCORD_TOKEN"])
