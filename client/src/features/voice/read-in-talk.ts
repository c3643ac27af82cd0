/** What Lisa has read in a talk. */
export type ReadDay = {
  /** Missing where it is of no day, such as goals. */
  date?: string
  /** Of the day's entry, if it has one. */
  id?: string
  /** As the model got it, without the marks around it. */
  text: string
}
