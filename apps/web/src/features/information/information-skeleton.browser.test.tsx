import type { Community } from '@parvis/contract/community.ts'
import { type CommunityInformation, getInformation } from '@parvis/contract/information.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render, renderStandalone, withFrame, expectText, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import '#web/ui/base.css'
import { InformationView } from './InformationView.tsx'

renderStandalone('information')

const photo = {
  uri: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  width: 1000,
  height: 400,
  thumbhash: '',
  lang: { en: {} },
}
const community = {
  _id: 'home',
  name: 'Les Tilleuls',
  customUri: 'les-tilleuls',
  communitytype: 'Neighborhood',
  lang: { en: {} },
  slides: [{ photo }],
  membersCount: 12,
  loc: null,
} as unknown as Community
const information = {
  lang: { en: {} },
  plan: null,
  mapPhoto: null,
  places: [{ _id: 'p', kind: 'location', name: 'Buanderie', lang: { en: {} } }],
  usefulNumbers: [{ name: 'Samu', lang: { en: {} }, phone: '112', kind: 'emergency' }],
  staff: [],
  welcome: null,
  invitation: null,
  abilities: { edit: false, drawMap: false, writeToTeam: false, readWelcome: true },
} as unknown as CommunityInformation

const box = (element: Element | null | undefined) => {
  const { x, y, width } = element!.getBoundingClientRect()
  return [x, y, width].map(Math.round)
}
const part = (title: string) =>
  [...document.querySelectorAll('section')].find(one => one.querySelector('h2')?.textContent === title)

test.each([
  [390, 844, 'in one column'],
  [820, 1180, 'in two columns'],
])(
  'the loaded information page has its picture at the place of the skeleton, and does not overflow: %s wide, %s high, %s',
  async (width, height) => {
    await page.viewport(width, height)
    const pendingAnswer = Promise.withResolvers<CommunityInformation>()
    stub(getInformation, () => pendingAnswer.promise)
    await render(withFrame(<InformationView community={community} canPrintPoster={false} />))
    const skeleton = () => document.querySelector('main [role=status][aria-label=Loading]')
    await waitUntil(() => skeleton() !== null)
    const skeletonBox = box(skeleton()!.querySelector('i'))
    pendingAnswer.resolve(information)
    await expectText('Useful numbers')
    expect(box(document.querySelector('main img'))).toEqual(skeletonBox)
    expect(skeleton()).toBeNull()
    const [numbers, places] = [box(part('Useful numbers'))[0]!, box(part('Places and equipment'))[0]!]
    if (width > 800) expect(places).toBeGreaterThan(numbers)
    else expect(places).toBe(numbers)
    expect(document.documentElement.scrollWidth - innerWidth).toBe(0)
  },
)
