/** A browser loads no modules from files. This script is none: it says so. */
if (location.protocol === "file:") document.getElementById("opened").hidden = false;
