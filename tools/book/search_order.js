// The order of what a search finds: first lectures, then the other pages of words, last the reference and the index.
// Sphinx takes all of these numbers from here; they are its own, `score` is ours.
var Scorer = {
  score: ([page, , , , score]) => score + (/^(\d\d|A\d)_/.test(page) ? 2000 : /^(reference|genindex|py-modindex)/.test(page) ? 0 : 1000),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
