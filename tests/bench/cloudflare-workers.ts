/** Node.js has no Durable Objects. Without the binding, each isolate limits its calls to registers itself. */
export class DurableObject {}
