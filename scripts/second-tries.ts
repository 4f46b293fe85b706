import type { Reporter, TestCase } from 'vitest/node'

/** Names, when all is done, what passed only at its second try: such a test depends on something that it should not. */
export default class SecondTries implements Reporter {
  #found: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#found.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#found.length > 0)
      console.log(`\nPassed only at the second try:\n${this.#found.map(line => `  ${line}`).join('\n')}\n`)
  }
}
