import { expect, test } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { render } from '#web/ui/testing/render.tsx'
import { ME, someMessage } from '../some-message.ts'
import { Bubble } from './Bubble.tsx'

const PHONE_PX = 280
/** How far text is painted outside its box, as set in base.css. */
const PAINT_OVERFLOW_EM = 0.6

/** Texts of growing length: with some of them the time fits into the last line, with others it does not. */
const texts = Array.from({ length: 60 }, (_, length) =>
  'On se voit ce soir devant le tilleul, et qui apporte la salade ?'.slice(0, 4 + length),
)

test('a message bubble encloses its time and delivery state, whatever the length of its last line', async () => {
  setLanguage('en')
  await loadTexts('chat')
  await render(
    <div style={{ inlineSize: PHONE_PX }}>
      {texts.map((text, at) => (
        <Bubble
          key={text}
          message={someMessage(at, { from: ME, text })}
          isMine
          joined
          name={null}
          state="read"
          isGroup={false}
          menu={null}
        />
      ))}
    </div>,
  )
  const clipped = [...document.querySelectorAll('time')].filter(time => {
    const paragraph = time.closest('p')!
    const overflow = parseFloat(getComputedStyle(paragraph).fontSize) * PAINT_OVERFLOW_EM
    return time.getBoundingClientRect().bottom > paragraph.getBoundingClientRect().bottom + overflow
  })
  expect(document.querySelectorAll('time')).toHaveLength(texts.length)
  expect(clipped.map(time => time.closest('p')!.textContent)).toEqual([])
})
