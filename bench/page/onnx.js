// Just enough of onnx.proto3 to write a model by hand: protobuf fields are (number << 3 | wire type) and a payload.

const utf8 = new TextEncoder();

function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Uint8Array.from([...bytes, value]);
}

function joined(parts) {
  const out = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

const number = (field, value) => joined([varint(field * 8), varint(value)]);
const bytes = (field, payload) => joined([varint(field * 8 + 2), varint(payload.length), payload]);
const text = (field, value) => bytes(field, utf8.encode(value));
const message = (field, ...parts) => bytes(field, joined(parts));
const float = (field, value) => joined([varint(field * 8 + 5), new Uint8Array(Float32Array.of(value).buffer)]);

const TYPES = new Map([[Float32Array, 1], [Int32Array, 6], [BigInt64Array, 7]]);

/** AttributeProto: a float is given as { float }, integers and lists of integers plainly. */
function attribute(name, value) {
  if (Array.isArray(value)) return message(5, text(1, name), ...value.map((i) => number(8, i)), number(20, 7));
  if (typeof value === "object") return message(5, text(1, name), float(2, value.float), number(20, 1));
  return message(5, text(1, name), number(3, value), number(20, 2));
}

/** ValueInfoProto of a float tensor. */
function valueInfo(field, { name, shape }) {
  const dims = shape.map((size) => message(1, number(1, size)));
  return message(field, text(1, name), message(2, message(1, number(1, 1), message(2, ...dims))));
}

/** A graph under construction. Every method returns the name of the tensor that it made. */
export class Graph {
  #nodes = [];
  #constants = [];
  #inputs = [];
  #outputs = [];
  #count = 0;

  input(name, shape) {
    this.#inputs.push({ name, shape });
    return name;
  }

  output(name, shape) {
    this.#outputs.push({ name, shape });
  }

  /** An initialiser: it stays on the device between runs. */
  constant(data, shape) {
    const name = `c${this.#count++}`;
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.#constants.push(message(5, ...shape.map((size) => number(1, size)), number(2, TYPES.get(data.constructor)), text(8, name), bytes(9, raw)));
    return name;
  }

  integers(...values) {
    return this.constant(BigInt64Array.from(values, BigInt), [values.length]);
  }

  /** One node; options: attributes, domain, outputs (names, where a node has more than one or its name matters). */
  node(type, inputs, { attributes = {}, domain = "", outputs = [`t${this.#count++}`] } = {}) {
    this.#nodes.push(message(
      1,
      ...inputs.map((name) => text(1, name)),
      ...outputs.map((name) => text(2, name)),
      text(3, `n${this.#count++}`),
      text(4, type),
      ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
      text(7, domain),
    ));
    return outputs[0];
  }

  /** ModelProto: IR 10, opset 21, Microsoft's operations at 1. */
  model() {
    const opset = (domain, version) => message(8, text(1, domain), number(2, version));
    const graph = message(
      7,
      ...this.#nodes,
      text(2, "bench"),
      ...this.#constants,
      ...this.#inputs.map((value) => valueInfo(11, value)),
      ...this.#outputs.map((value) => valueInfo(12, value)),
    );
    return joined([number(1, 10), opset("", 21), opset("com.microsoft", 1), graph]);
  }
}
