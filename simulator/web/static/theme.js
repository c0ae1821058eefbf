// Light or dark as the reader chose it, before anything is drawn.
(function () {
  "use strict";
  try {
    var chosen = localStorage.getItem("nametrail-light");
    if (chosen === "dark" || chosen === "light") {
      document.documentElement.dataset.light = chosen;
    }
  } catch (ignored) { /* a browser that keeps nothing */ }
})();
