package main

func greet() error {
	fmt.Println("hello")
	return nil
}

func main() {
	if err := greet(); err != nil {
		panic(err)
	}
	return nil
}
