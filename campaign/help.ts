export const HELP = `Attacks the built product with generated calls and races, and checks that nothing secret is told or touched.

Usage:
  npm run campaign -- [options]

Options:
  --short        a ninth of the usual number of attempts
  --minutes N    how long to run, about (4.5); the number of attempts goes by it
  --long         ten times as many
  --only A,B     only these parts
  --case NAME    only this case of a part; failures print it
  --seed N       repeats the attempts of an earlier run
  --need-all     a part that this machine can't run counts as failed
  --list         the parts
  --help         this text

Exit code 1 means that a part failed.
`;
