// The bundler takes what a page imports of styles into its own file.
declare module '*.css'
