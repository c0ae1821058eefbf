// Stepping by keys, the slider, what a screen reader is told, light and dark. All of it is an addition: every
// link and form works without it.
(function () {
  "use strict";
  var slider = document.getElementById("at");
  var spoken = document.getElementById("spoken");
  var light = document.getElementById("light");
  var waiting = null;
  var scrubbing = false;

  function moment() { return document.getElementById("moment"); }

  function link(key) {
    var found = document.querySelectorAll("#moment [data-key]");
    for (var i = 0; i < found.length; i += 1) {
      if (found[i].dataset.key === key) { return found[i]; }
    }
    return null;
  }

  function isTyping(element) {
    return element.matches("input, select, textarea, [contenteditable]");
  }

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) { return; }
    if (isTyping(event.target)) { return; }
    if (event.target.id === "events" && (event.key === "Home" || event.key === "End")) { return; }
    var wanted = link(event.key);
    if (wanted) {
      event.preventDefault();
      wanted.click();
    }
  });

  function address(position) {
    var card = moment().dataset.card;
    var object = card ? "/object/" + encodeURIComponent(card) : "";
    return slider.dataset.game + position + object + slider.dataset.query;
  }

  // Scrubbing leaves no trail in the history: the address is replaced once it has come to rest.
  function go(position) {
    scrubbing = true;
    window.htmx.ajax("GET", address(position), {
      source: moment(), target: "#moment", select: "#moment", swap: "outerHTML show:none"
    });
  }

  if (slider) {
    slider.addEventListener("input", function () {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(function () { go(slider.value); }, 60);
    });
  }

  function scrollToNow() {
    var list = document.getElementById("events");
    var now = list && list.querySelector("[aria-current]");
    if (now) {
      var row = now.closest("li");
      list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2 + row.clientHeight / 2;
    }
  }

  function said() {
    var shown = moment();
    if (!shown) { return; }
    var position = shown.dataset.position;
    if (slider && document.activeElement !== slider) { slider.value = position; }
    if (slider) { slider.setAttribute("aria-valuetext", position + ": " + shown.dataset.said); }
    scrollToNow();
    document.documentElement.dataset.at = position;
  }

  document.addEventListener("htmx:afterSettle", function () {
    said();
    var shown = moment();
    if (shown && slider && scrubbing) {
      scrubbing = false;
      window.history.replaceState(window.history.state, "", address(shown.dataset.position));
    }
    if (shown && spoken) { spoken.textContent = shown.dataset.position + ": " + shown.dataset.said; }
    var languages = document.querySelectorAll("[data-language]");
    for (var i = 0; i < languages.length; i += 1) {
      languages[i].href = window.location.pathname + "?lang=" + languages[i].getAttribute("hreflang");
    }
  });

  // A problem is shown as the page it is, not swallowed.
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (event.detail.xhr.status >= 400) { window.location.assign(event.detail.pathInfo.requestPath); }
  });

  function isDark() {
    var chosen = document.documentElement.dataset.light;
    if (chosen) { return chosen === "dark"; }
    return window.matchMedia("(prefers-color-scheme: dark)").matches;
  }

  if (light) {
    light.hidden = false;
    light.setAttribute("aria-pressed", String(isDark()));
    light.addEventListener("click", function () {
      var next = isDark() ? "light" : "dark";
      document.documentElement.dataset.light = next;
      light.setAttribute("aria-pressed", String(next === "dark"));
      try { localStorage.setItem("nametrail-light", next); } catch (ignored) { /* kept for this page only */ }
    });
  }

  said();
  document.documentElement.dataset.ready = "yes";
})();
