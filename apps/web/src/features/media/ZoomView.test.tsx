import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  answerWith,
  render,
  renderStandalone,
  noNetwork,
  press,
  expectText,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { VideoView } from '../feed/VideoView.tsx'
import { ZoomView } from './ZoomView.tsx'

renderStandalone('media', 'feed')

const open = () => render(<ZoomView uri="/media/x" alt="A lake" onLeave={() => {}} />)
const picture = () => document.querySelector<HTMLImageElement>('img[src^="/media/"]')
const fail = () => act(async () => picture()!.dispatchEvent(new Event('error')))

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['without a network', noNetwork],
  ['with a server error', () => new Response(null, { status: 503 })],
])(
  'the picture screen distinguishes a deleted picture from one that did not load, and offers a retry for the latter: %s',
  async (_, answer) => {
    answerWith(() => new Response(null, { status: 404 }))
    await open()
    await fail()
    await expectText('No photo here')
    await clearPage()
    answerWith(answer)
    await open()
    await fail()
    await expectText('The photo did not load')
    await press('Try again')
    expect(picture()!.getAttribute('src')).toBe('/media/x/full')
  },
)

test('the picture screen shows a picture with an invalid URI as deleted and sends no request for it', async () => {
  await render(<ZoomView uri={null} alt={null} onLeave={() => {}} />)
  await expectText('No photo here')
  expect(picture()).toBeNull()
})

test('a video shows an error without a network, and its player opens once the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await render(<VideoView videoId="eRsGyueVLvQ" post={undefined} tapped={false} onLeave={() => {}} />)
  const play = () => act(async () => document.querySelector<HTMLElement>('button[aria-label^="Play"]')!.click())
  await play()
  await expectText('unable to contact server')
  expect(document.querySelector('iframe')).toBeNull()
  onLine.mockReturnValue(true)
  await play()
  expect(document.querySelector('iframe')!.src).toContain('https://www.youtube-nocookie.com/embed/eRsGyueVLvQ')
})
