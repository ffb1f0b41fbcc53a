// Below each result of a search, the first line of its page that has one of the words, with the words marked; the link
// leads to the section of that line. Sphinx would fetch the pages for it, which a page opened from a folder may not:
// the lines are in passages.js (search.py), `MLCORE_PASSAGES`: by page, pairs of a section's id and a paragraph.
(() => {
  "use strict";
  const AROUND = 90; // characters on either side of the word
  const query = new URLSearchParams(location.search).get("q") ?? "";

  // What a word may begin with in the text: its stem, as Sphinx finds pages by stems.
  function beginnings() {
    const stemmer = new Stemmer();
    return splitQuery(query.toLowerCase()).map((word) => {
      const stem = stemmer.stemWord(word);
      return word.startsWith(stem) ? stem : word;
    });
  }

  const escaped = (word) => word.replace(/[.*+\-?^${}()|[\]\\]/g, "\\$&");
  // Whole words with one of these beginnings.
  const patternOf = (words) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})[\\p{L}\\p{N}]*`, "giu");

  // The first of the passages that have most of the words; undefined if none has one.
  function best(passages, words) {
    const counts = passages.map(([, text]) => words.filter((word) => text.search(patternOf([word])) >= 0).length);
    const most = Math.max(0, ...counts);
    return most ? passages[counts.indexOf(most)] : undefined;
  }

  function lineOf(text, pattern) {
    const { index, 0: word } = text.matchAll(pattern).next().value;
    let from = Math.max(0, index - AROUND), to = Math.min(text.length, index + word.length + AROUND);
    if (from) from = text.indexOf(" ", from) + 1;
    if (to < text.length) to = text.lastIndexOf(" ", to);
    const line = document.createElement("p");
    line.className = "context";
    let at = from;
    const piece = text.slice(from, to);
    if (from) line.append("… ");
    for (const found of piece.matchAll(pattern)) {
      const mark = document.createElement("mark");
      mark.textContent = found[0];
      line.append(text.slice(at, from + found.index), mark);
      at = from + found.index + found[0].length;
    }
    line.append(text.slice(at, to));
    if (to < text.length) line.append(" …");
    return line;
  }

  function explain(item, words) {
    const link = item.querySelector("a"), address = new URL(link.href), section = decodeURIComponent(address.hash.slice(1));
    const home = new URL(document.documentElement.dataset.content_root, location).pathname;
    const page = decodeURIComponent(address.pathname.slice(home.length)).replace(/\.html$/, "");
    const passages = MLCORE_PASSAGES[page] ?? [], here = passages.filter(([id]) => id === section);
    const found = best(here, words) ?? best(passages, words);
    if (found) {
      if (!section) address.hash = found[0];
      link.href = address.href;
      item.append(lineOf(found[1], patternOf(words)));
    } else if (passages.length) { // the word stands in code or in a title: how the page begins
      const [, text] = here[0] ?? passages[0], short = text.length > 2 * AROUND ? `${text.slice(0, text.lastIndexOf(" ", 2 * AROUND))} …` : text;
      item.append(Object.assign(document.createElement("p"), { className: "context", textContent: short }));
    }
  }

  addEventListener("DOMContentLoaded", () => {
    const words = beginnings(), out = document.getElementById("search-results");
    if (!words.length || !out) return;
    new MutationObserver(() => {
      for (const item of out.querySelectorAll("li:not([data-explained])")) {
        item.dataset.explained = "yes";
        explain(item, words);
      }
    }).observe(out, { childList: true, subtree: true });
  });
})();
