import { vi } from 'vitest'
import { ApiError } from '../../http/api.ts'
import { createOutbox, type Outbox } from '../outbox.ts'
import type { Attempt } from '../sender.ts'
import { device } from '../memory-store.ts'

interface SendCall {
  id: string
  reason: string | undefined
  attempt: Attempt<'report'>
  accept: (answer?: unknown) => void
  refuse: (error: ApiError) => void
}

/** The calls of the sender so far; each is pending until the test accepts or refuses it. */
export const sendCalls: SendCall[] = []
export const sentReports: string[] = []
export const displayLog: string[] = []

export const registerReportSender = (box: Outbox) =>
  box.registerSender('report', {
    send: ({ id, payload: { reason } }, attempt) =>
      new Promise<{ _id: string }>((answer, refuse) => {
        attempt.signal.addEventListener('abort', () => refuse(attempt.signal.reason))
        sendCalls.push({
          id,
          reason,
          attempt,
          accept: (response: unknown = { _id: id }) => answer(response as never),
          refuse,
        })
      }),
    onSent: (_, { id, payload: { reason } }) => void sentReports.push(`${id} ${reason}`),
    display: ({ payload: { reason } }) => {
      displayLog.push(`begin ${reason}`)
      return () => void displayLog.push(`end ${reason}`)
    },
  })

/** Empties the store and opens an outbox with a sender of reports. The clock is faked until `closeOutbox`. */
export const openReportOutbox = async (me: string): Promise<Outbox> => {
  vi.useFakeTimers()
  device.reset()
  for (const list of [sendCalls, sentReports, displayLog]) list.length = 0
  const outbox = createOutbox()
  registerReportSender(outbox)
  await outbox.open(me)
  return outbox
}
export const closeOutbox = (outbox: Outbox): void => {
  outbox.close()
  vi.useRealTimers()
}

export const advanceTimers = (ms = 1) => vi.advanceTimersByTimeAsync(ms)
export const writeReport = async (outbox: Outbox, id: string, reason = id, place = 'team') => {
  void outbox.send({ kind: 'report', id, place, payload: { kind: 'post', id, reason } })
  await advanceTimers()
}
export const lastSendCall = () => sendCalls.at(-1)!
export const failWithNetworkError = () => lastSendCall().refuse(new ApiError('networkerror', 0))
