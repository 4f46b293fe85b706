import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/ui/testing/draw.tsx'
import { ChatFrame } from './ChatFrame.tsx'

/** How wide the lists and the conversation are in a frame of this width. */
const widths = async (frame: number) => {
  await page.viewport(1920, 1080)
  await draw(
    <div style={{ inlineSize: frame }}>
      <ChatFrame open list={<p>Lists</p>}>
        <p>A conversation</p>
      </ChatFrame>
    </div>,
  )
  return [...document.querySelectorAll('[data-open] > *')].map(one => one.getBoundingClientRect().width)
}

test('a conversation is 800 pixels wide at most, and the lists take what is left', async () => {
  expect(await widths(1152)).toEqual([352, 800])
  expect(await widths(1000)).toEqual([348, 652])
})
