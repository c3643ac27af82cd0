export type StreakView = { streak: number }
export type WeeklyCountView = { weeklyCount: number }
export type MonthlyGoalsView = { monthlyGoals: number }
