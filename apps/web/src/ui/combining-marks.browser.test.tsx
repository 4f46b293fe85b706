import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from './testing/render.tsx'

const stackedText = `Za${'\u0300\u0301\u0302\u0303\u0308'.repeat(18)}lgo`
const FONT_PX = 16
const ABOVE_PX = 120

/** A screenshot of a text with space around it; `unclipped` disables the style rule that clips combining marks. */
const screenshotOf = async (text: string, { unclipped = false } = {}) => {
  await render(
    <div
      data-testid="page"
      style={{ background: '#fff', color: '#000', padding: ABOVE_PX, font: `${FONT_PX}px/1 sans-serif` }}
    >
      <p dir="auto" style={unclipped ? { overflow: 'visible' } : undefined}>
        {text}
      </p>
    </div>,
  )
  return page.getByTestId('page').screenshot({ save: false })
}

/** The height painted above the text, in pixels. */
const paintedHeightAbove = async (base64: string) => {
  const image = new Image()
  image.src = `data:image/png;base64,${base64}`
  await image.decode()
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, ABOVE_PX)
  const first = data.findIndex((value, index) => index % 4 === 0 && value < 128)
  return first < 0 ? 0 : ABOVE_PX - Math.floor(first / 4 / image.width)
}

test('combining marks stacked on a letter are clipped above the text', async () => {
  expect(await paintedHeightAbove(await screenshotOf(stackedText, { unclipped: true }))).toBeGreaterThan(FONT_PX)
  expect(await paintedHeightAbove(await screenshotOf(stackedText))).toBeLessThanOrEqual(FONT_PX * 0.6 + 1)
})

test.each(['Ẫ Ệ Ổ Ǖ Ç̧', 'ที่นี่ ป้ำ ฎุ', 'أَهْلًا وَسَهْلًا', '👨‍👩‍👧‍👦 🇫🇷'])('ordinary text is not clipped: %s', async text => {
  expect(await screenshotOf(text)).toBe(await screenshotOf(text, { unclipped: true }))
})

test('the clipping neither cuts the focus ring of a link nor prevents a field from scrolling', async () => {
  await render(
    <div data-testid="page" style={{ padding: ABOVE_PX }}>
      <p dir="auto">
        <a href="#x">a link</a>
      </p>
      <textarea dir="auto" />
    </div>,
  )
  await userEvent.tab()
  await expect.element(page.getByRole('link')).toHaveFocus()
  const contained = await page.getByTestId('page').screenshot({ save: false })
  document.querySelector('p')!.style.overflow = 'visible'
  expect(contained).toBe(await page.getByTestId('page').screenshot({ save: false }))
  expect(getComputedStyle(page.getByRole('textbox').element()).overflowY).toBe('auto')
})
