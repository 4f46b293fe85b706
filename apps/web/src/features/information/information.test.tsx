import type { Community } from '@parvis/contract/community.ts'
import { type CommunityInformation, getInformation } from '@parvis/contract/information.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerWith,
  render,
  renderStandalone,
  withFrame,
  findNamed,
  press,
  refusal,
  expectText,
  stub,
  tap,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { InformationView } from './InformationView.tsx'
import { VisitedInformationView } from './VisitedInformationView.tsx'
import { WelcomeView } from './WelcomeView.tsx'

renderStandalone('information', 'community', 'entry')

const community = {
  _id: 'home',
  name: 'Les Tilleuls',
  customUri: 'les-tilleuls',
  communitytype: 'Neighborhood',
  lang: { en: {} },
  slides: [],
  membersCount: 12,
  phone: '+33(0)4 65 71 20 40',
  mail: 'accueil@les-tilleuls.example',
  loc: { type: 'Point', coordinates: [6.1286, 45.9071] },
} as unknown as Community

const abilities = { edit: false, drawMap: false, writeToTeam: false, readWelcome: false }
/** The information as sent to visitors. */
const createInformation = (more: Partial<CommunityInformation> = {}) =>
  ({
    _id: 'home',
    openingTime: null,
    lang: { en: {} },
    plan: null,
    mapPhoto: null,
    places: [{ _id: 'p', kind: 'location', name: 'Buanderie', openingTime: null, description: null, lang: { en: {} } }],
    usefulNumbers: [{ name: 'Samu', lang: { en: {} }, phone: '112', kind: 'emergency' }],
    staff: [],
    welcome: null,
    invitation: null,
    abilities,
    ...more,
  }) as unknown as CommunityInformation
const member = {
  staff: [
    {
      _id: 's',
      firstname: 'Nora',
      pseudo: 'nora',
      role: 'employee',
      photoUri: null,
      job: null,
      abilities: { chat: true },
    },
  ] as unknown as CommunityInformation['staff'],
  welcome: { uri: '/communities/home/welcome.pdf', bytes: 2_000_000, date: '2026-01-01T00:00:00Z' },
  invitation: { link: 'https://parvis.test/les-tilleuls', registers: true },
  abilities: { ...abilities, writeToTeam: true, readWelcome: true },
}
const open = () => render(withFrame(<InformationView community={community} canPrintPoster={false} />))
const hrefs = () => [...document.querySelectorAll('main a')].map(one => one.getAttribute('href'))

describe('the information page', () => {
  test('shows an error and loads on retry', async () => {
    stub(getInformation, () => refusal('unexpectederror'))
    await open()
    await expectText('The information could not be loaded')
    stub(getInformation, createInformation())
    await press('Try again')
    await expectText('Useful numbers')
  })

  test('shows members the contacts of the community and its team, and links to the welcome booklet and to a route', async () => {
    stub(getInformation, createInformation(member))
    await open()
    await expectText('Nora')
    expect(hrefs()).toEqual(
      expect.arrayContaining([
        'tel:+33465712040',
        'mailto:accueil@les-tilleuls.example',
        'tel:112',
        '/les-tilleuls/mes-conversations/nora',
        '/les-tilleuls/a-mon-service',
        '/les-tilleuls/pdf-bienvenue',
      ]),
    )
    await expectText('Buanderie')
    await press('Route')
    await waitUntil(() => document.querySelector('dialog a') !== null)
    expect([...document.querySelectorAll('dialog a')].some(one => one.getAttribute('href')!.includes('45.9071'))).toBe(
      true,
    )
  })

  test('has no conversation link for staff whom the viewer cannot write to', async () => {
    const staff = member.staff.map(one => ({ ...one, abilities: { chat: false } }))
    stub(getInformation, createInformation({ ...member, staff }))
    await open()
    await expectText('Nora')
    expect(hrefs()).not.toContain('/les-tilleuls/mes-conversations/nora')
  })

  test('says that the invitation link could not be copied, and copies it at the next try', async () => {
    stub(getInformation, createInformation(member))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await open()
    await expectText('Invite a neighbour')
    await act(async () => document.querySelector<HTMLElement>('button[aria-haspopup=dialog]')!.click())
    await expectText('Copy the link')
    await press('Copy the link')
    await expectText('The link could not be copied')
    // Also announced to screen readers.
    const statusTexts = () => [...document.querySelectorAll('[role=status]')].map(one => one.textContent)
    expect(statusTexts()).toContain('The link could not be copied')
    vi.restoreAllMocks()
    await press('The link could not be copied')
    await expectText('Link copied')
    expect(statusTexts()).toContain('Link copied')
  })

  test('shows the invitation link and its QR code, without a warning when the link contains no registration key', async () => {
    stub(getInformation, createInformation(member))
    await open()
    await expectText('Invite a neighbour')
    await act(async () => document.querySelector<HTMLElement>('button[aria-haspopup=dialog]')!.click())
    await expectText('parvis.test/les-tilleuls')
    expect(findNamed('Code that leads to Les Tilleuls')).toBeDefined()
    expect(document.body.textContent).not.toContain('holds the key')
    await press('Share')
    await waitUntil(() => document.querySelectorAll('dialog').length === 2)
    expect(document.querySelectorAll('dialog')).toHaveLength(2)
  })

  test('invites guests to register, and hides what is for members only', async () => {
    stub(getInformation, createInformation())
    await open()
    await expectText('More for neighbours')
    // Logging in leads back to this screen.
    const signUp = hrefs().find(href => href!.startsWith('/les-tilleuls/connexion?'))
    expect(signUp).toContain('next=%2Fles-tilleuls%2Finformations')
    for (const words of ['The team', 'Welcome booklet', 'Invite a neighbour', 'Write to the team'])
      expect([...document.querySelectorAll('h2, button, main a')].map(one => one.textContent)).not.toContain(words)
  })

  test('shows visitors only the public part, and leads back to this screen after log-in', async () => {
    stub(getInformation, createInformation())
    await render(<VisitedInformationView community={community} />)
    await expectText('Useful numbers')
    expect(document.body.textContent).not.toContain('Welcome booklet')
    expect(findNamed('To Les Tilleuls')?.getAttribute('href')).toBe('/les-tilleuls?next=%2Fles-tilleuls%2Finformations')
  })
})

describe('the welcome booklet', () => {
  const setPdfViewerEnabled = (has: boolean) =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: has })
  beforeEach(() => setPdfViewerEnabled(true))
  afterEach(() => setPdfViewerEnabled(false))
  const show = () => render(withFrame(<WelcomeView community={community} />))

  test('is shown in the PDF viewer of the browser, and can be downloaded', async () => {
    answerWith((_, address) =>
      address.endsWith('.pdf')
        ? new Response('%PDF', { headers: { 'content-length': '4' } })
        : Response.json(createInformation(member)),
    )
    await show()
    await waitUntil(() => document.querySelector('iframe') !== null)
    expect(document.querySelector('iframe')?.getAttribute('src')).toBe(
      '/communities/home/welcome.pdf#toolbar=0&navpanes=0&view=FitH',
    )
    expect(document.querySelector('a[download]')?.getAttribute('download')).toBe('les-tilleuls.pdf')
  })

  test('is replaced by a message and a link back when the community has none', async () => {
    stub(getInformation, createInformation({ ...member, welcome: null }))
    await show()
    await expectText('No welcome booklet yet')
    expect(findNamed('To the information')?.getAttribute('href')).toBe('/les-tilleuls/informations')
  })

  test('is for members only: guests get a link to register, which then leads back to the booklet', async () => {
    stub(getInformation, createInformation())
    await show()
    await expectText('The welcome booklet is for neighbours')
    expect(document.body.textContent).not.toContain('No welcome booklet yet')
    const [search] = hrefs().flatMap(href =>
      href!.includes('connexion') ? new URL(href!, 'http://x').searchParams : [],
    )
    expect(search?.get('next')).toBe('/les-tilleuls/pdf-bienvenue')
  })

  test('shows an error and loads on retry', async () => {
    stub(getInformation, () => refusal('unexpectederror'))
    await show()
    await expectText('The welcome booklet could not be loaded')
    stub(getInformation, createInformation({ ...member, welcome: null }))
    await tap('Try again')
    await expectText('No welcome booklet yet')
  })
})
