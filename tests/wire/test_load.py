"""The load bench itself: small, so that it is known to work when figures are needed."""

from tests import load


async def test_the_bench_measures_both_bots(capsys):
    await load.main([4.0], tables=4, seconds=1.5, only_ack=False)
    told = capsys.readouterr().out
    campanile, only_answers = told.split("only answers")
    assert "6 presses at 4/s" in campanile
    assert "(0 never)\n  its picture" in campanile
    assert "(0 never)\n  panel" in only_answers
