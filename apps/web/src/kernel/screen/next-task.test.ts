// @vitest-environment node
import { expect, test } from 'vitest'
import { nextTask } from './next-task.ts'

test('the tasks that wait already come first, as a touch would', async () => {
  const order: string[] = []
  // pause: the order of tasks is what is tested
  setTimeout(() => order.push('task'))
  await nextTask()
  order.push('next task')
  expect(order).toEqual(['task', 'next task'])
})
