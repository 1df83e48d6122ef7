// Search in pages that are opened from a folder: browsers start no Worker there, so its script runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.onload = () => {
        const inside = this.frame.contentWindow;
        inside.postMessage = (message) => {
          const data = structuredClone(message); // as between a page and its Worker: neither sees what the other changes
          setTimeout(() => this.onmessage?.({ data }));
        };
        const script = inside.document.createElement("script");
        script.src = url;
        script.onerror = (event) => this.onerror?.(event);
        script.onload = () => {
          this.inside = inside;
          this.waiting.forEach((data) => this.postMessage(data));
        };
        inside.document.body.append(script);
      };
      document.body.append(this.frame);
    }

    postMessage(message) {
      const data = structuredClone(message);
      if (this.inside) setTimeout(() => this.inside.onmessage({ data }));
      else this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
