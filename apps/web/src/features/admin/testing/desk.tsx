import { act } from 'react'
import { calls } from '#web/testing/render-standalone.tsx'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import type { DeskCommunity } from '../desk-community.ts'

export const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  logoUri: null,
  communitytype: 'Neighborhood',
  needRegisterKey: true,
  timezone: 'Europe/Paris',
} as const satisfies DeskCommunity
export const fieldNamed = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
export const isInvalid = (name: string) => fieldNamed(name).getAttribute('aria-invalid') === 'true'
export const writeCalls = () => calls.filter(call => !call.startsWith('GET'))
/** Confirms the open alert dialog. */
export const acceptDialog = () =>
  act(async () => [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1)!.click())

/** Replaces the password dialog in tests: one button proves the identity, the other cancels. */
export const renderFakeProofPrompt: RenderProofPrompt = ({ title, text, action, onIdentityProved, onClose }) => (
  <div>
    <b>{title}</b> {text}
    <button type="button" onClick={() => void onIdentityProved().then(onClose)}>
      {`Proved: ${action}`}
    </button>
    <button type="button" onClick={onClose}>
      Not proved
    </button>
  </div>
)

export const page = <D,>(docs: D[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })
