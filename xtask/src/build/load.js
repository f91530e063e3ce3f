// Downloads chunks beside the main module, in browsers as in Node; what comes back instantiates one.
// The hash refuses a chunk of another build, which a cache may hold or a new release may have put there meanwhile.
function chunk(url, integrity) {
  return begin(read(url, integrity));
}

// A chunk out of a pack, which is a module with others in its custom sections (xtask/src/build/pack.rs).
function pack(url, integrity) {
  let packed;
  const open = async () => WebAssembly.compile(await read(url, integrity));
  return (name) => {
    packed ??= open().catch((error) => {
      // Whoever asks again tries again.
      packed = undefined;
      throw error;
    });
    return begin(packed.then((module) => WebAssembly.Module.customSections(module, name)[0]));
  };
}

function begin(bytes) {
  // Whoever instantiates is told of a failure; until then it is nobody's.
  bytes.catch(() => {});
  return async (imports) => WebAssembly.instantiate(await bytes, imports);
}

async function read(url, integrity) {
  if (url.protocol === "file:" && typeof window === "undefined") {
    // Node's fetch reads no files. The name stands in a variable so that bundlers for browsers leave it alone.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return readFile(url);
  }
  const response = await fetch(url, { integrity, cache: "no-cache" });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return response.arrayBuffer();
}
