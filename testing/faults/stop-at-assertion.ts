import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, Vitest } from 'vitest/node'

/** The first assertion that failed with a fault applied. */
export interface CaughtBy {
  test: string
  says: string
}

/** Whether an error is a failed assertion. Crashes, timeouts and load errors do not count: they can have any cause. */
const isAssertion = ({ name = '', message = '' }: { name?: string; message?: string }) =>
  // Element assertions such as expect(element).toHaveFocus() have no name and are coloured.
  (name === 'AssertionError' || stripVTControlCharacters(message).startsWith('expect(')) && !/timed out/i.test(message)

/** Stops the run at the first failed assertion and writes it to the file in `FAULT_CATCH`. */
export default class StopAtAssertion implements Reporter {
  #vitest: Vitest | undefined
  #isCaught = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestCaseResult(test: TestCase): void {
    // Failures of the catalogue’s own test are ignored, because it fails with every applied fault.
    if (test.module.relativeModuleId.startsWith('testing/')) return
    const failed = test.result().errors?.find(isAssertion)
    if (!failed || this.#isCaught) return
    this.#isCaught = true
    const found: CaughtBy = {
      test: `${test.project.name} ${test.module.relativeModuleId} > ${test.fullName}`,
      says: stripVTControlCharacters(failed.message).split('\n', 1)[0]!,
    }
    writeFileSync(process.env.FAULT_CATCH!, JSON.stringify(found))
    void this.#vitest?.cancelCurrentRun('test-failure')
  }
}
