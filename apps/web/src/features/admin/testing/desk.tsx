import { act } from 'react'
import { calls } from '#web/testing/render-standalone.tsx'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import type { DeskCommunity } from '../DeskView.tsx'

export const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  logoUri: null,
  communitytype: 'Neighborhood',
  needRegisterKey: true,
  timezone: 'Europe/Paris',
} as const satisfies DeskCommunity
export const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
export const isInvalid = (name: string) => field(name).getAttribute('aria-invalid') === 'true'
export const sent = () => calls.filter(call => !call.startsWith('GET'))
/** Confirms the open alert dialog. */
export const acceptDialog = () =>
  act(async () => [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1)!.click())

/** A stand-in for the password dialog: one button succeeds, the other cancels. */
export const ask: RenderProofPrompt = ({ title, text, action, onProved, onClose }) => (
  <div>
    <b>{title}</b> {text}
    <button type="button" onClick={() => void onProved().then(onClose)}>
      {`Proved: ${action}`}
    </button>
    <button type="button" onClick={onClose}>
      Not proved
    </button>
  </div>
)

export const page = <D,>(docs: D[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })
