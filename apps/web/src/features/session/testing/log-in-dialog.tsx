import type { SessionUser } from '@parvis/contract/session.ts'
import { beforeEach, expect, vi } from 'vitest'
import { render, renderStandalone, waitUntil } from '#web/testing/render-standalone.tsx'
import { fieldNamed } from '#web/testing/fields.ts'
import { act } from 'react'
import { LogInDialog, type LogInDialogProps } from '../LogInDialog.tsx'

export const open = { register: true, enterAsGuest: true, signInWithApple: false }
export const tilleuls = {
  _id: 'tilleuls',
  name: 'Les Tilleuls',
  logoUri: '/logo.webp',
  communitytype: 'Neighborhood',
  needRegisterKey: false,
  abilities: open,
} as const
export const gare = { ...tilleuls, _id: 'gare', name: 'Quartier de la Gare', needRegisterKey: true }

export const createUser = (more: Partial<SessionUser> = {}) =>
  ({
    _id: 'me',
    role: 'neighbor',
    communityId: 'tilleuls',
    customUri: 'les-tilleuls',
    strategy: 'local',
    memberships: [{ communityId: 'tilleuls', userId: 'me', name: 'Les Tilleuls' }],
    ...more,
  }) as SessionUser

const onEntered = vi.fn()
export const handlers = { popup: vi.fn(), link: vi.fn(), stay: vi.fn(), apple: vi.fn() }
export const TestDialog = (more: Partial<LogInDialogProps>) => (
  <LogInDialog
    community={tilleuls}
    session={null}
    token={null}
    linkKey={null}
    registers={false}
    popup={null}
    apple={null}
    next={undefined}
    onClose={() => {}}
    onStay={handlers.stay}
    onLinkDone={handlers.link}
    onPopupRead={handlers.popup}
    onAppleRead={handlers.apple}
    onEntered={onEntered}
    {...more}
  />
)
export const renderDialog = (more: Partial<LogInDialogProps> = {}) => render(<TestDialog {...more} />)
export const accept = () => act(async () => fieldNamed('terms')!.click())
export const waitForLogIn = async () => {
  await waitUntil(() => onEntered.mock.calls.length > 0)
  expect(onEntered).toHaveBeenCalledTimes(1)
}

/** Sets up a test file, once: loads the texts of the dialog, and forgets what was stored before each test. */
export const setUpLogInDialog = (): void => {
  renderStandalone('session', 'entry', 'tips', 'factor', 'outbox', 'community')
  beforeEach(() => {
    // happy-dom has no visual viewport.
    vi.stubGlobal('visualViewport', null)
    localStorage.clear()
    sessionStorage.clear()
    vi.clearAllMocks()
  })
}
