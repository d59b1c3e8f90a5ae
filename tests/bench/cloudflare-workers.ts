/** Node.js has no Durable Objects. Without the binding, each isolate limits its calls to registers itself. */
export class DurableObject {}
/** The OAuth library only asks whether its handlers extend it. */
export class WorkerEntrypoint {}
