"""The load bench itself: small, so that it is known to work when figures are needed."""

from tests.bench import load, load_abuse, load_long


async def test_the_bench_measures_both_bots(capsys):
    await load.main([4.0], tables=4, seconds=1.5, only_ack=False)
    told = capsys.readouterr().out
    told, *at_the_gate = told.split("at the gate: ")
    campanile, only_answers = told.split("only answers")
    assert "6 presses at 4/s" in campanile
    assert "(0 never)\n  its picture" in campanile
    assert "(0 never)\n  panel" in only_answers
    assert [line.split()[0] for line in at_the_gate] == ["campanile", "only"]
    assert all("p99" in line for line in at_the_gate)


async def test_the_bench_lets_one_abuser_press_beside_the_others(capsys):
    lines = await load_abuse.main(4.0, tables=6, seconds=3.0, kinds=["/privacy", "export my data"])
    told = capsys.readouterr().out
    assert [line.split("  ")[0] for line in lines] == ["/privacy", "export my data"]
    assert all("p99" in line and "CPU" in line for line in lines) and all(line in told for line in lines)


async def test_the_bench_tells_what_memory_does_and_begins_new_games(capsys):
    season = await load_long.main(4.0, tables=4, minutes=0.05, every=1.0)
    assert len(season.samples) == 4 and all(sample.bot > 20 for sample in season.samples)
    assert "MB a thousand presses" in capsys.readouterr().out


def test_growth_is_the_slope_of_the_second_half():
    level = [load_long.Sample(n, 1000 * n, 100.0 + 40 * (n < 5), 50.0) for n in range(10)]
    rising = [load_long.Sample(n, 1000 * n, 100.0 + 3 * n, 50.0) for n in range(10)]
    assert load_long.growth(level) == 0 and abs(load_long.growth(rising) - 3) < 1e-9


def test_a_deed_that_costs_too_much_is_marked():
    taken = {f"a{n}": 0.01 for n in range(100)} | {f"b{n}": 0.01 + 0.07 * (n > 97) for n in range(100)}
    beside, alone = ({f"{who}{n}" for n in range(100)} for who in "ba")
    run = load_abuse.Run("/slow", beside, alone, busy=[0.5], idle=[0.2])
    assert load_abuse.told(run, taken, []).endswith(
        "CPU +300 ms a second; longest step 0 ms (none)  TOO MUCH"
    )
    run.beside, run.spans = run.alone, [(5.0, 9.0)]
    steps = [load_abuse.Step(3.0, 0.2, "before"), load_abuse.Step(6.0, 0.04, "press")]
    assert load_abuse.told(run, taken, steps).endswith("longest step 40 ms (press)")
    assert load_abuse.told(run, taken, [load_abuse.Step(6.0, 0.06, "press")]).endswith("(press)  TOO MUCH")
