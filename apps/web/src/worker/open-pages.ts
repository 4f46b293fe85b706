import type { OpenScreen } from '@parvis/contract/push-payload.ts'
import type { RestartQuery } from '../kernel/offline/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** How long a page may take to reply, in milliseconds; a busy or loading page does not reply. */
const REPLY_TIMEOUT_MS = 1_500

/** The pages of the app that are open in the browser. */
export const findOpenPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Sends a message to a page. Returns whether the page has agreed in time. */
export const askPage = (page: Client, message: RestartQuery | OpenScreen) =>
  new Promise<boolean>(done => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => done(data === true)
    setTimeout(() => done(false), REPLY_TIMEOUT_MS)
    page.postMessage(message, [port2])
  })
