// @vitest-environment node
import { expect, test } from 'vitest'
import { nextTask } from './next-task.ts'

test('nextTask resolves after tasks that are already queued, such as a touch', async () => {
  const order: string[] = []
  // pause: the order of tasks is what is tested
  setTimeout(() => order.push('task'))
  await nextTask()
  order.push('next task')
  expect(order).toEqual(['task', 'next task'])
})
