import { vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import { createOutbox, type Attempt, type Outbox } from './outbox.ts'
import { device } from './memory-store.ts'

interface PendingTry {
  id: string
  reason: string | undefined
  attempt: Attempt<'report'>
  accept: (answer?: unknown) => void
  refuse: (error: ApiError) => void
}

/** The attempts that are running until the test answers them. */
export const tries: PendingTry[] = []
export const sent: string[] = []
export const displayed: string[] = []

export const registerReportSender = (box: Outbox) =>
  box.registerSender('report', {
    send: ({ id, payload: { reason } }, attempt) =>
      new Promise<{ _id: string }>((answer, refuse) => {
        attempt.signal.addEventListener('abort', () => refuse(attempt.signal.reason))
        tries.push({ id, reason, attempt, accept: (said: unknown = { _id: id }) => answer(said as never), refuse })
      }),
    onSent: (_, { id, payload: { reason } }) => void sent.push(`${id} ${reason}`),
    show: ({ payload: { reason } }) => {
      displayed.push(`begin ${reason}`)
      return () => void displayed.push(`end ${reason}`)
    },
  })

/** Empties the device, and opens an outbox that sends reports. The clock is faked until `closeOutbox`. */
export const openReportOutbox = async (me: string): Promise<Outbox> => {
  vi.useFakeTimers()
  device.reset()
  for (const list of [tries, sent, displayed]) list.length = 0
  const outbox = createOutbox()
  registerReportSender(outbox)
  await outbox.open(me)
  return outbox
}
export const closeOutbox = (outbox: Outbox): void => {
  outbox.close()
  vi.useRealTimers()
}

export const advance = (ms = 1) => vi.advanceTimersByTimeAsync(ms)
export const writeReport = async (outbox: Outbox, id: string, reason = id, place = 'team') => {
  void outbox.send({ kind: 'report', id, place, payload: { kind: 'post', id, reason } })
  await advance()
}
export const lastTry = () => tries.at(-1)!
export const failWithNetworkError = () => lastTry().refuse(new ApiError('networkerror', 0))
