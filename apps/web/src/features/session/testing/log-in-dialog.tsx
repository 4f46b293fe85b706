import type { SessionUser } from '@parvis/contract/session.ts'
import { beforeEach, expect, vi } from 'vitest'
import { render, renderStandalone, waitUntil } from '#web/testing/render-standalone.tsx'
import { fieldNamed } from '#web/testing/fields.ts'
import { act } from 'react'
import { LogInDialog } from '../LogInDialog.tsx'
import type { LogInDialogProps } from '../log-in-dialog-props.ts'

export const openAbilities = { register: true, enterAsGuest: true, signInWithApple: false }
export const tilleuls = {
  _id: 'tilleuls',
  name: 'Les Tilleuls',
  logoUri: '/logo.webp',
  communitytype: 'Neighborhood',
  needRegisterKey: false,
  abilities: openAbilities,
} as const
export const gare = { ...tilleuls, _id: 'gare', name: 'Quartier de la Gare', needRegisterKey: true }

export const createUser = (overrides: Partial<SessionUser> = {}) =>
  ({
    _id: 'me',
    role: 'neighbor',
    communityId: 'tilleuls',
    customUri: 'les-tilleuls',
    strategy: 'local',
    memberships: [{ communityId: 'tilleuls', userId: 'me', name: 'Les Tilleuls' }],
    ...overrides,
  }) as SessionUser

const onEntered = vi.fn()
export const handlers = { popup: vi.fn(), link: vi.fn(), stay: vi.fn(), apple: vi.fn() }
export const TestDialog = (overrides: Partial<LogInDialogProps>) => (
  <LogInDialog
    community={tilleuls}
    session={null}
    token={null}
    linkKey={null}
    opensRegistration={false}
    popup={null}
    appleOutcome={null}
    next={undefined}
    onClose={() => {}}
    onStay={handlers.stay}
    onLinkDone={handlers.link}
    onPopupRead={handlers.popup}
    onAppleOutcomeRead={handlers.apple}
    onEntered={onEntered}
    {...overrides}
  />
)
export const renderDialog = (overrides: Partial<LogInDialogProps> = {}) => render(<TestDialog {...overrides} />)
export const acceptTerms = () => act(async () => fieldNamed('terms')!.click())
export const waitForLogIn = async () => {
  await waitUntil(() => onEntered.mock.calls.length > 0)
  expect(onEntered).toHaveBeenCalledTimes(1)
}

/** To be called once in a test file: loads the texts of the dialog. Before each test it clears the storage. */
export const setUpLogInDialog = (): void => {
  renderStandalone('session', 'entry', 'second-factor', 'outbox', 'community')
  beforeEach(() => {
    // happy-dom has no visual viewport.
    vi.stubGlobal('visualViewport', null)
    localStorage.clear()
    sessionStorage.clear()
    vi.clearAllMocks()
  })
}
