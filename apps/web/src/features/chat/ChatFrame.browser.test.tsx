import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/ui/testing/render.tsx'
import { ChatFrame } from './ChatFrame.tsx'

const measurePanes = async (frameWidth: number) => {
  await page.viewport(1920, 1080)
  await render(
    <div style={{ inlineSize: frameWidth }}>
      <ChatFrame isConversationOpen list={<p>Lists</p>}>
        <p>A conversation</p>
      </ChatFrame>
    </div>,
  )
  return [...document.querySelectorAll('[data-open] > *')].map(pane => pane.getBoundingClientRect().width)
}

test('a wide screen limits the conversation to 800 pixels and gives the lists the rest of the width', async () => {
  expect(await measurePanes(1152)).toEqual([352, 800])
  expect(await measurePanes(1000)).toEqual([348, 652])
})
