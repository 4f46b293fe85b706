// A setup file. Test files run in threads of one process, which would share every BroadcastChannel; each file gets its
// own channels, as each device has.
import { threadId } from 'node:worker_threads'

globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${threadId}`)
  }
}
