// Stepping through an exported game: the board is put together from what each event changed.
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("game").textContent);
  var player = document.getElementById("player");
  var slider = document.getElementById("at");
  var said = document.getElementById("said");
  var board = document.getElementById("board");
  var last = data.frames.length;
  var position = -1;
  var cards = new Map();

  function goTo(wanted) {
    wanted = Math.max(0, Math.min(last, Number(wanted) || 0));
    if (wanted < position || position < 0) { cards = new Map(); position = 0; }
    for (; position < wanted; position += 1) {
      data.frames[position].forEach(function (change) {
        if (change[1] === null) { cards.delete(change[0]); } else { cards.set(change[0], change[1]); }
      });
    }
    draw();
  }

  function element(name, kind, text) {
    var made = document.createElement(name);
    if (kind) { made.className = kind; }
    if (text !== undefined) { made.textContent = text; }
    return made;
  }

  function drawCard(card, row, changed) {
    var item = element("li", changed ? "card changed" : "card");
    var called = element("span", "called");
    if (row[3]) {
      row[3].forEach(function (name, index) {
        if (index) { called.append(" // "); }
        name.forEach(function (word, at) {
          if (at) { called.append(" "); }
          called.append(element("span", "w w" + word[1], word[0]));
        });
      });
    } else { called.textContent = row[2]; }
    item.append(called, element("span", "ref", row[4]));
    if (row[5].length) {
      var badges = element("ul", "badges");
      row[5].forEach(function (badge) { badges.append(element("li", "", badge)); });
      item.append(badges);
    }
    return item;
  }

  function drawSide(title, wanted, changed) {
    var side = element("section", "side");
    side.append(element("h3", "", title));
    data.zones.forEach(function (zone) {
      var found = [];
      cards.forEach(function (row, card) {
        if (row[0] === zone[0] && wanted(row)) { found.push(drawCard(card, row, changed.has(card))); }
      });
      if (!found.length) { return; }
      var box = element("div", "zone zone-" + zone[0]);
      var heading = element("h4", "", zone[1] + " ");
      heading.append(element("span", "count", String(found.length)));
      var list = element("ul", "cards");
      found.forEach(function (item) { list.append(item); });
      box.append(heading, list);
      side.append(box);
    });
    board.append(side);
  }

  function draw() {
    var changed = new Set(position ? data.frames[position - 1].map(function (each) { return each[0]; }) : []);
    var stack = false;
    board.textContent = "";
    cards.forEach(function (row) { stack = stack || row[0] === "stack"; });
    if (stack) { drawSide(data.stack, function (row) { return row[0] === "stack"; }, changed); }
    data.players.forEach(function (name) {
      drawSide(name, function (row) { return row[0] !== "stack" && row[1] === name; }, changed);
    });
    said.textContent = position + "/" + last + " " + (position ? data.said[position - 1] : data.start);
    slider.value = position;
    slider.setAttribute("aria-valuetext", said.textContent);
  }

  function near(places, step) {
    var found = places.filter(function (each) { return step > 0 ? each > position : each < position; });
    if (found.length) { goTo(step > 0 ? found[0] : found[found.length - 1]); }
  }

  var ways = {
    Home: function () { goTo(0); },
    End: function () { goTo(last); },
    ArrowLeft: function () { goTo(position - 1); },
    ArrowRight: function () { goTo(position + 1); },
    n: function () { near(data.changes, 1); },
    p: function () { near(data.changes, -1); },
    t: function () { near(data.turns, 1); },
    T: function () { near(data.turns, -1); }
  };
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider) { return; }
    if (ways[event.key]) { event.preventDefault(); ways[event.key](); }
  });
  player.querySelectorAll("[data-way]").forEach(function (button) {
    button.addEventListener("click", function () { ways[button.dataset.way](); });
  });
  document.querySelectorAll("[data-at]").forEach(function (link) {
    link.addEventListener("click", function () { goTo(link.dataset.at); });
  });
  slider.addEventListener("input", function () { goTo(slider.value); });
  player.hidden = false;
  goTo(/^#e[0-9]+$/.test(window.location.hash) ? window.location.hash.slice(2) : last);
  document.documentElement.dataset.ready = "yes";
})();
