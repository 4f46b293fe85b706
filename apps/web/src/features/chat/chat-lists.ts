import { type ChatList, pathOfList } from './components/ChatTabs.tsx'

/** The list opened last; it stays visible beside a conversation. */
let lastList: ChatList | null = null

/** Returns and remembers the list of a route path; for a conversation’s path, the list that was opened last. */
export const listOfPath = (path: string | undefined, isGroup: boolean): ChatList => {
  const found = (Object.keys(pathOfList) as ChatList[]).find(list => pathOfList[list] === path)
  if (found) lastList = found
  return found ?? lastList ?? (isGroup ? 'groups' : 'mine')
}
