import {
  beginSecondFactor,
  getSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@parvis/contract/second-factor.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { bodies, calls, draw, drawAlone, press, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { called, fill, isWrong, line, submit } from '#web/testing/fields.ts'
import { FactorView } from './FactorView.tsx'
import { MyFactor, type MyFactorProps } from './MyFactor.tsx'

drawAlone('factor', 'settings')

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
const turnedOn = async () => {
  await until(() => line('code') !== null)
  stub(turnOnSecondFactor, { recoveryCodes })
  await fill('code', '123456')
  await submit()
  await shows(t('factor.codes.title'))
}

describe('a second factor in the settings', () => {
  const off = vi.fn()
  let proved: () => Promise<unknown>
  let closed: () => void
  const ask: MyFactorProps['ask'] = ({ title, onProved, onClose }) => {
    proved = onProved
    closed = onClose
    return <p>{title}</p>
  }
  const open = () => draw(<MyFactor name="camille" ask={ask} onOff={off} />)

  test('is turned on by a first code: missing, wrong, right', async () => {
    await open()
    await until(() => called(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await until(() => line('code') !== null)
    await submit()
    await isWrong('code', t('errors.codemissing'))
    await fill('code', '000')
    await submit()
    await isWrong('code', t('errors.badcode'))
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
    stub(turnOnSecondFactor, () => refusal('badcode', 'code'))
    await fill('code', '000000')
    await submit()
    await isWrong('code', t('errors.badcode'))
    await turnedOn()
    expect(codes()).toEqual(recoveryCodes)
    expect(bodies.at(-1)).toEqual({ code: '123456' })
  })

  test('asks for a proof of ownership where one is needed, and then goes on', async () => {
    stub(beginSecondFactor, () => refusal('proofneeded'))
    await open()
    await until(() => called(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await shows(t('factor.turnon.ask'))
    await act(async () => closed())
    expect(document.body.textContent).not.toContain(t('factor.turnon.ask'))
    await press(t('factor.turnon'))
    await shows(t('factor.turnon.ask'))
    stub(beginSecondFactor, { secret, uri: 'otpauth://totp/x' })
    await act(async () => {
      await proved()
      closed()
    })
    await turnedOn()
    expect(codes()).toEqual(recoveryCodes)
  })

  test('shows its recovery codes once, and warns before they are closed unsaved', async () => {
    await open()
    await until(() => called(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await turnedOn()
    await press(t('factor.codes.done'))
    await shows(t('factor.codes.leaving'))
    await press(t('factor.codes.copy'))
    await shows(t('factor.copied'))
    for (const code of recoveryCodes) expect(copied[0]).toContain(code)
    await press(t('factor.codes.download'))
    expect(saved).toEqual([t('factor.codes.file')])
    stub(getSecondFactor, { since: '2026-11-29T10:00:00.000Z', recoveryCodesLeft: 10, asked: false })
    await press(t('factor.codes.done'))
    await until(() => document.querySelector('dialog') === null)
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('does not count codes as saved that could not be copied', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('refused')) } })
    await open()
    await until(() => called(t('factor.turnon')) !== undefined)
    await press(t('factor.turnon'))
    await turnedOn()
    await press(t('factor.codes.copy'))
    await shows(t('factor.notcopied'))
    await press(t('factor.codes.done'))
    await shows(t('factor.codes.leaving'))
  })

  test.each([
    [4, 'factor.left'],
    [3, 'factor.few'],
  ] as const)('shows with %i recovery codes left: %s', async (count, words) => {
    stub(getSecondFactor, { since: '2026-11-29T10:00:00.000Z', recoveryCodesLeft: count, asked: false })
    await open()
    await shows(t(words, { count }))
  })

  test('is turned off after a proof of ownership', async () => {
    stub(getSecondFactor, { since: '2026-11-29T10:00:00.000Z', recoveryCodesLeft: 2, asked: false })
    stub(turnOffSecondFactor, { _id: 'me' })
    await open()
    await shows(t('factor.few', { count: 2 }))
    await press(t('factor.turnoff'))
    await shows(t('factor.turnoff.ask'))
    expect(off).not.toHaveBeenCalled()
    stub(getSecondFactor, { since: null, recoveryCodesLeft: 0, asked: false })
    await act(async () => void (await proved()))
    expect(off).toHaveBeenCalledTimes(1)
    await until(() => called(t('factor.turnon')) !== undefined)
    expect(called(t('factor.turnon'))).toBeDefined()
  })
})

describe('a second factor that is required', () => {
  test('is set up on a screen of its own, or its owner logs out', async () => {
    const out = vi.fn()
    const done = vi.fn()
    await draw(
      <FactorView
        community={{ name: 'Les Tilleuls', logoUri: null }}
        name="camille"
        leaving={false}
        onLogOut={out}
        onDone={done}
      />,
    )
    await shows(t('factor.setup.title'))
    await press(t('factor.setup.out'))
    expect(out).toHaveBeenCalledTimes(1)
    await turnedOn()
    expect(codes()).toEqual(recoveryCodes)
    await press(t('factor.codes.done'))
    await shows(t('factor.codes.leaving'))
    expect(done).not.toHaveBeenCalled()
    await press(t('factor.codes.leave'))
    expect(done).toHaveBeenCalledTimes(1)
  })
})
