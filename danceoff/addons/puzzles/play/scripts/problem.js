// A problem of exact cover as the search and the views use it, made of the data that Python writes or a paste gives.
"use strict";
function problemOf(data) {
  const nItems = data.items.length;
  return {
    name: data.name,
    nItems,
    nPrimary: data.nPrimary,
    nOptions: data.options.length,
    options: data.options,
    colours: data.colours ?? null,  // for each option the colours of its items; 0 is none
    least: data.least ?? data.items.map((_, item) => (item < data.nPrimary ? 1 : 0)),
    most: data.most ?? data.items.map(() => 1),
    board: data.board,
    itemName: (item) => data.items[item],
    itemWords: (item) => data.words?.[item] || `${data.board?.cellOf?.[item] >= 0 ? "cell " : ""}${data.items[item]}`,
    optionName: (option) => data.names[option] ?? entriesOf(data, option).join(" "),
  };
}

function entriesOf({ items, options, colours, colourNames }, option) {
  return options[option].map((item, k) => {
    const colour = colours?.[option][k] ?? 0;
    return colour ? `${items[item]}:${colourNames[colour - 1] ?? colour}` : items[item];
  });
}
