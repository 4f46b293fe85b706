import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, Vitest } from 'vitest/node'

/** What caught a fault: the first assertion that failed. */
export interface Catch {
  test: string
  says: string
}

/** A crash, a time-out or code that cannot be loaded catches nothing: it may have any cause. */
const isAssertion = ({ name = '', message = '' }: { name?: string; message?: string }) =>
  // those about elements of a page bear no name, and come in colours: expect(element).toHaveFocus()
  (name === 'AssertionError' || stripVTControlCharacters(message).startsWith('expect(')) && !/timed out/i.test(message)

/** Ends the run at the first assertion that fails, and writes down which it was, into the file that `FAULT_CATCH` names. */
export default class StopAtAssertion implements Reporter {
  #vitest: Vitest | undefined
  #isCaught = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestCaseResult(test: TestCase): void {
    // the catalogue misses every fault that is planted
    if (test.module.relativeModuleId.startsWith('testing/')) return
    const failed = test.result().errors?.find(isAssertion)
    if (!failed || this.#isCaught) return
    this.#isCaught = true
    const found: Catch = {
      test: `${test.project.name} ${test.module.relativeModuleId} > ${test.fullName}`,
      says: stripVTControlCharacters(failed.message).split('\n', 1)[0]!,
    }
    writeFileSync(process.env.FAULT_CATCH!, JSON.stringify(found))
    void this.#vitest?.cancelCurrentRun('test-failure')
  }
}
