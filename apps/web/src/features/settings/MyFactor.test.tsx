import {
  beginSecondFactor,
  getSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@parvis/contract/second-factor.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, fieldNamed, submit } from '#web/testing/fields.ts'
import { FactorView } from './FactorView.tsx'
import { MyFactor, type MyFactorProps } from './MyFactor.tsx'

renderStandalone('second-factor', 'settings')

const secret = 'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567'
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCC${n}`)
const copied: string[] = []
const saved: string[] = []
beforeEach(() => {
  copied.length = 0
  saved.length = 0
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  stub(getSecondFactor, { since: null, recoveryCodesLeft: 0, asked: false })
  stub(beginSecondFactor, { secret, uri: 'otpauth://totp/x' })
})
const codes = () =>
  [...document.querySelectorAll(`ol[aria-label="${t('factor.codes.list')}"] li`)].map(one => one.textContent)
const turnOnByCode = async () => {
  await waitUntil(() => fieldNamed('code') !== null)
  stub(turnOnSecondFactor, { recoveryCodes })
  await fill('code', '123456')
  await submit()
  await expectText(t('factor.codes.title'))
}

describe('a second factor in the settings', () => {
  const onOff = vi.fn()
  let prove: () => Promise<unknown>
  let close: () => void
  const ask: MyFactorProps['renderProofPrompt'] = ({ title, onIdentityProved, onClose }) => {
    prove = onIdentityProved
    close = onClose
    return <p>{title}</p>
  }
  const open = () => render(<MyFactor ownerName="camille" renderProofPrompt={ask} onTurnedOff={onOff} />)

  test('shows an error for a missing or wrong first code, and is turned on by a right one', async () => {
    await open()
    await waitUntil(() => findControl(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await waitUntil(() => fieldNamed('code') !== null)
    await submit()
    await expectFieldError('code', t('errors.codemissing'))
    await fill('code', '000')
    await submit()
    await expectFieldError('code', t('errors.badcode'))
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
    stub(turnOnSecondFactor, () => refusal('badcode', 'code'))
    await fill('code', '000000')
    await submit()
    await expectFieldError('code', t('errors.badcode'))
    await turnOnByCode()
    expect(codes()).toEqual(recoveryCodes)
    expect(bodies.at(-1)).toEqual({ code: '123456' })
  })

  test('asks for a proof of account ownership where the server requires one, and then continues the setup', async () => {
    stub(beginSecondFactor, () => refusal('proofneeded'))
    await open()
    await waitUntil(() => findControl(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await expectText(t('factor.turnon.ask'))
    await act(async () => close())
    expect(document.body.textContent).not.toContain(t('factor.turnon.ask'))
    await press(t('factor.turnon'))
    await expectText(t('factor.turnon.ask'))
    stub(beginSecondFactor, { secret, uri: 'otpauth://totp/x' })
    await act(async () => {
      await prove()
      close()
    })
    await turnOnByCode()
    expect(codes()).toEqual(recoveryCodes)
  })

  test('shows its recovery codes once, offers to copy or download them, and warns before they are closed unsaved', async () => {
    await open()
    await waitUntil(() => findControl(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await turnOnByCode()
    await press(t('factor.codes.done'))
    await expectText(t('factor.codes.leaving'))
    await press(t('factor.codes.copy'))
    await expectText(t('factor.copied'))
    for (const code of recoveryCodes) expect(copied[0]).toContain(code)
    await press(t('factor.codes.download'))
    expect(saved).toEqual([t('factor.codes.file')])
    stub(getSecondFactor, { since: '2026-11-29T10:00:00.000Z', recoveryCodesLeft: 10, asked: false })
    await press(t('factor.codes.done'))
    await waitUntil(() => document.querySelector('dialog') === null)
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('does not count codes as saved if they could not be copied', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('refused')) } })
    await open()
    await waitUntil(() => findControl(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await turnOnByCode()
    await press(t('factor.codes.copy'))
    await expectText(t('factor.notcopied'))
    await press(t('factor.codes.done'))
    await expectText(t('factor.codes.leaving'))
  })

  test.each([
    [4, 'factor.left'],
    [3, 'factor.few'],
  ] as const)('shows the text for %i remaining recovery codes: %s', async (count, words) => {
    stub(getSecondFactor, { since: '2026-11-29T10:00:00.000Z', recoveryCodesLeft: count, asked: false })
    await open()
    await expectText(t(words, { count }))
  })

  test('is turned off after a proof of account ownership', async () => {
    stub(getSecondFactor, { since: '2026-11-29T10:00:00.000Z', recoveryCodesLeft: 2, asked: false })
    stub(turnOffSecondFactor, { _id: 'me' })
    await open()
    await expectText(t('factor.few', { count: 2 }))
    await press(t('factor.turnoff'))
    await expectText(t('factor.turnoff.ask'))
    expect(onOff).not.toHaveBeenCalled()
    stub(getSecondFactor, { since: null, recoveryCodesLeft: 0, asked: false })
    await act(async () => void (await prove()))
    expect(onOff).toHaveBeenCalledTimes(1)
    await waitUntil(() => findControl(t('factor.turnon')) !== undefined)
    expect(findControl(t('factor.turnon'))).toBeDefined()
  })
})

describe('a second factor that is required', () => {
  test('is set up on a screen of its own, whose only alternative is to log out', async () => {
    const onLogOut = vi.fn()
    const onDone = vi.fn()
    await render(
      <FactorView
        community={{ name: 'Les Tilleuls', logoUri: null }}
        ownerName="camille"
        isLoggingOut={false}
        onLogOut={onLogOut}
        onDone={onDone}
      />,
    )
    await expectText(t('factor.setup.title'))
    await press(t('factor.setup.out'))
    expect(onLogOut).toHaveBeenCalledTimes(1)
    await turnOnByCode()
    expect(codes()).toEqual(recoveryCodes)
    await press(t('factor.codes.done'))
    await expectText(t('factor.codes.leaving'))
    expect(onDone).not.toHaveBeenCalled()
    await press(t('factor.codes.leave'))
    expect(onDone).toHaveBeenCalledTimes(1)
  })
})
