import type { Community } from '@parvis/contract/community.ts'
import { type CommunityInformation, getInformation } from '@parvis/contract/information.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerWith,
  draw,
  drawAlone,
  framed,
  named,
  press,
  refusal,
  shows,
  stub,
  tap,
  until,
} from '#web/testing/draw-alone.tsx'
import { InformationView } from './InformationView.tsx'
import { VisitedInformationView } from './VisitedInformationView.tsx'
import { WelcomeView } from './WelcomeView.tsx'

drawAlone('information', 'community', 'map', 'share', 'entry')

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
/** As a visitor is told it. */
const told = (more: Partial<CommunityInformation> = {}) =>
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
const open = () => draw(framed(<InformationView community={community} printsPoster={false} />))
const hrefs = () => [...document.querySelectorAll('main a')].map(one => one.getAttribute('href'))

describe('the information', () => {
  test('fails with words, and comes when it is asked again', async () => {
    stub(getInformation, () => refusal('unexpectederror'))
    await open()
    await shows('The information could not be loaded')
    stub(getInformation, told())
    await press('Try again')
    await shows('Useful numbers')
  })

  test('tells a member how to reach the community, its team and its booklet', async () => {
    stub(getInformation, told(member))
    await open()
    await shows('Nora')
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
    await shows('Buanderie')
    await press('Route')
    await until(() => document.querySelector('dialog a') !== null)
    expect([...document.querySelectorAll('dialog a')].some(one => one.getAttribute('href')!.includes('45.9071'))).toBe(
      true,
    )
  })

  test('leads to no conversation with who may not be written to', async () => {
    const staff = member.staff.map(one => ({ ...one, abilities: { chat: false } }))
    stub(getInformation, told({ ...member, staff }))
    await open()
    await shows('Nora')
    expect(hrefs()).not.toContain('/les-tilleuls/mes-conversations/nora')
  })

  test('says of a link that the browser does not copy that it is not copied', async () => {
    stub(getInformation, told(member))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await open()
    await shows('Invite a neighbour')
    await act(async () => document.querySelector<HTMLElement>('button[aria-haspopup=dialog]')!.click())
    await shows('Copy the link')
    await press('Copy the link')
    await shows('The link could not be copied')
    // to who hears it, too
    const heard = () => [...document.querySelectorAll('[role=status]')].map(one => one.textContent)
    expect(heard()).toContain('The link could not be copied')
    vi.restoreAllMocks()
    await press('The link could not be copied')
    await shows('Link copied')
    expect(heard()).toContain('Link copied')
  })

  test('invites by a code and a link, and warns who has the key of the community on it', async () => {
    stub(getInformation, told(member))
    await open()
    await shows('Invite a neighbour')
    await act(async () => document.querySelector<HTMLElement>('button[aria-haspopup=dialog]')!.click())
    await shows('parvis.test/les-tilleuls')
    expect(named('Code that leads to Les Tilleuls')).toBeDefined()
    expect(document.body.textContent).not.toContain('holds the key')
    await press('Share')
    await until(() => document.querySelectorAll('dialog').length === 2)
    expect(document.querySelectorAll('dialog')).toHaveLength(2)
  })

  test('offers a guest what members have, and shows none of it', async () => {
    stub(getInformation, told())
    await open()
    await shows('More for neighbours')
    // and comes back here
    const signUp = hrefs().find(href => href!.startsWith('/les-tilleuls/connexion?'))
    expect(signUp).toContain('next=%2Fles-tilleuls%2Finformations')
    for (const words of ['The team', 'Welcome booklet', 'Invite a neighbour', 'Write to the team'])
      expect([...document.querySelectorAll('h2, button, main a')].map(one => one.textContent)).not.toContain(words)
  })

  test('tells a visitor the front alone, and keeps the way on to this screen', async () => {
    stub(getInformation, told())
    await draw(<VisitedInformationView community={community} />)
    await shows('Useful numbers')
    expect(document.body.textContent).not.toContain('Welcome booklet')
    expect(named('To Les Tilleuls')?.getAttribute('href')).toBe('/les-tilleuls?next=%2Fles-tilleuls%2Finformations')
  })
})

describe('the booklet', () => {
  const pdf = (has: boolean) => Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: has })
  beforeEach(() => pdf(true))
  afterEach(() => pdf(false))
  const show = () => draw(framed(<WelcomeView community={community} />))

  test('stands in the frame of a browser that has a viewer, and can be kept as a file', async () => {
    answerWith((_, address) =>
      address.endsWith('.pdf')
        ? new Response('%PDF', { headers: { 'content-length': '4' } })
        : Response.json(told(member)),
    )
    await show()
    await until(() => document.querySelector('iframe') !== null)
    expect(document.querySelector('iframe')?.getAttribute('src')).toBe(
      '/communities/home/welcome.pdf#toolbar=0&navpanes=0&view=FitH',
    )
    expect(document.querySelector('a[download]')?.getAttribute('download')).toBe('les-tilleuls.pdf')
  })

  test('says where there is none, and leads back', async () => {
    stub(getInformation, told({ ...member, welcome: null }))
    await show()
    await shows('No welcome booklet yet')
    expect(named('To the information')?.getAttribute('href')).toBe('/les-tilleuls/informations')
  })

  test('is for members: a guest is led to sign up, and back to it', async () => {
    stub(getInformation, told())
    await show()
    await shows('The welcome booklet is for neighbours')
    expect(document.body.textContent).not.toContain('No welcome booklet yet')
    const [search] = hrefs().flatMap(href =>
      href!.includes('connexion') ? new URL(href!, 'http://x').searchParams : [],
    )
    expect(search?.get('next')).toBe('/les-tilleuls/pdf-bienvenue')
  })

  test('that did not come says so, and is asked for again', async () => {
    stub(getInformation, () => refusal('unexpectederror'))
    await show()
    await shows('The welcome booklet could not be loaded')
    stub(getInformation, told({ ...member, welcome: null }))
    await tap('Try again')
    await shows('No welcome booklet yet')
  })
})
