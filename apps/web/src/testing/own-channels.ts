// A setup file: files of tests run in threads of one process, where a channel reaches them all. Each file gets channels of
// its own, as each device has.
import { threadId } from 'node:worker_threads'

globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${threadId}`)
  }
}
