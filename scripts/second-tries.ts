import type { Reporter, TestCase } from 'vitest/node'

/**
 * Names, when all is done, what passed only at its second try, and what its first one failed on: such a test depends on
 * something that it should not.
 */
export default class SecondTries implements Reporter {
  #found: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const reasons = (test.result().errors ?? []).map(
      // ours alone of the lines of where: a library's tell nobody what was waited for
      ({ message, stack = '' }) =>
        `    ${message}\n${stack
          .split('\n')
          .filter(line => /:\d+:\d+/.test(line) && !line.includes('node_modules'))
          .join('\n')}`,
    )
    this.#found.push([`  ${test.module.relativeModuleId}: ${test.fullName}`, ...reasons].join('\n'))
  }

  onTestRunEnd(): void {
    if (this.#found.length > 0) console.log(`\nPassed only at the second try:\n${this.#found.join('\n')}\n`)
  }
}
