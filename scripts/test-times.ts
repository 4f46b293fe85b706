import type { Reporter, TestModule } from 'vitest/node'

const SLOWEST = 10
const SLOW_S = 30

const secondsOf = (module: TestModule) => {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic()
  return (collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration) / 1000
}

/** Prints the slowest test files and the total of each project at the end of a run. Never fails a run. */
export default class TestTimes implements Reporter {
  #files: { name: string; project: string; seconds: number; tests: number }[] = []

  onTestModuleEnd(module: TestModule): void {
    this.#files.push({
      name: module.relativeModuleId,
      project: module.project.name,
      seconds: secondsOf(module),
      tests: [...module.children.allTests()].filter(test => ['passed', 'failed'].includes(test.result().state)).length,
    })
  }

  onTestRunEnd(): void {
    console.log('\nSlowest files:')
    for (const { name, project, seconds } of this.#files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
      console.log(
        `${seconds.toFixed(1).padStart(8)} s  ${project}  ${name}${seconds > SLOW_S ? `  over ${SLOW_S} s` : ''}`,
      )
    console.log('Total of each project over all workers:')
    for (const [project, files] of Map.groupBy(this.#files, one => one.project)) {
      const seconds = files.reduce((sum, one) => sum + one.seconds, 0)
      const tests = files.reduce((sum, one) => sum + one.tests, 0)
      console.log(`${seconds.toFixed(1).padStart(8)} s  ${project}: ${tests} tests in ${files.length} files`)
    }
  }
}
