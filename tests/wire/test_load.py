"""The load bench itself: small, so that it is known to work when figures are needed."""

from tests import load


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
