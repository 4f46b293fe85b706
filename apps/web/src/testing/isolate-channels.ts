// A setup file. Test files run in threads of one process, where a BroadcastChannel reaches them all; each file gets
// channels of its own, as each device has.
import { threadId } from 'node:worker_threads'

globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${threadId}`)
  }
}
