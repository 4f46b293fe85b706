import { createNews } from '#web/kernel/news.ts'

/** Others' posts that came since the reader was last at the top of a list that shows them. */
export const { counter: newsCounter, add: addNews, forget: forgetNews, clear: clearNews, use: useNews } = createNews()
