//! Programs: operations as data over named tensors.

use super::error::EngineError;
use super::op::{Op, Operation};
use super::tensor::{Data, Element, Shape, TensorId, TensorInfo};

/// One operation with its operands and the tensor that it makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The operation and its constants.
    pub op: Op,
    /// What it reads, in the order of its shader's bindings.
    pub inputs: Vec<TensorId>,
    /// What it writes.
    pub output: TensorId,
}

/// A list of operations over named tensors, in the order in which they run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    tensors: Vec<TensorInfo>,
    steps: Vec<Step>,
}

impl Program {
    /// An empty program.
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a tensor that is fed from outside: an input, a weight, a door's table.
    pub fn feed(
        &mut self,
        name: impl Into<String>,
        shape: impl Into<Shape>,
        element: Element,
    ) -> TensorId {
        self.declare(name.into(), shape.into(), element)
    }

    /// Appends `op` and returns the tensor that it makes, called `name`.
    ///
    /// # Errors
    /// [`EngineError::Shape`] where the operands' number, elements or shapes don't fit the operation.
    pub fn push<O: Operation + Into<Op>>(
        &mut self,
        name: impl Into<String>,
        op: O,
        inputs: &[TensorId],
    ) -> Result<TensorId, EngineError> {
        let shape = fitted(&op, &self.operands(inputs));
        self.append(name.into(), op.into(), inputs, shape, (O::NAME, O::WANTS))
    }

    /// As [`Program::push`], for an operation of which only running tells which it is.
    ///
    /// # Errors
    /// As [`Program::push`].
    pub fn push_any(
        &mut self,
        name: impl Into<String>,
        op: Op,
        inputs: &[TensorId],
    ) -> Result<TensorId, EngineError> {
        let shape = op.output(&self.operands(inputs));
        let of = (op.name(), op.wants());
        self.append(name.into(), op, inputs, shape, of)
    }

    fn operands(&self, inputs: &[TensorId]) -> Vec<&TensorInfo> {
        inputs.iter().map(|id| self.info(*id)).collect()
    }

    /// Appends a step of the `shape` that its operation's rule gives; none where the operands don't fit.
    fn append(
        &mut self,
        name: String,
        op: Op,
        inputs: &[TensorId],
        shape: Option<Shape>,
        (op_name, wanted): (&'static str, &'static str),
    ) -> Result<TensorId, EngineError> {
        let Some(shape) = shape else {
            let operands = self.operands(inputs).into_iter();
            return Err(EngineError::Shape {
                op: op_name,
                output: name,
                wanted,
                got: operands
                    .map(|t| (t.name.clone(), t.shape.clone()))
                    .collect(),
            });
        };
        let output = self.declare(name, shape, Element::Real);
        self.steps.push(Step {
            op,
            inputs: inputs.to_vec(),
            output,
        });
        Ok(output)
    }

    /// Every tensor, in the order of declaration.
    pub fn tensors(&self) -> &[TensorInfo] {
        &self.tensors
    }

    /// Every step, in the order in which it runs.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What is known of one tensor.
    pub fn info(&self, id: TensorId) -> &TensorInfo {
        &self.tensors[id.0]
    }

    /// The tensor of this name.
    pub fn find(&self, name: &str) -> Option<TensorId> {
        let place = self.tensors.iter().position(|info| info.name == name);
        place.map(TensorId)
    }

    /// The tensors that some step makes, by name.
    pub fn made(&self) -> impl Iterator<Item = TensorId> + '_ {
        self.steps.iter().map(|step| step.output)
    }

    /// The tensors that no step makes: they have to be fed.
    pub fn fed(&self) -> impl Iterator<Item = TensorId> + '_ {
        let mut fed = vec![true; self.tensors.len()];
        for id in self.made() {
            fed[id.0] = false;
        }
        let ids = (0..self.tensors.len()).map(TensorId);
        ids.filter(move |id| fed[id.0])
    }

    /// Gives a tensor another name, which must be free.
    pub(super) fn rename(&mut self, id: TensorId, name: String) {
        debug_assert!(self.find(&name).is_none(), "`{name}` declared twice");
        self.tensors[id.0].name = name;
    }

    fn declare(&mut self, name: String, shape: Shape, element: Element) -> TensorId {
        let id = TensorId(self.tensors.len());
        debug_assert!(self.find(&name).is_none(), "`{name}` declared twice");
        self.tensors.push(TensorInfo {
            name,
            shape,
            element,
        });
        id
    }
}

/// The numbers of the tensors that a program is fed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feeds<T>(
    /// By tensor.
    Vec<Option<Data<T>>>,
);

impl<T> Feeds<T> {
    /// Nothing fed yet.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Feeds real numbers.
    pub fn real(&mut self, id: TensorId, values: Vec<T>) {
        *self.place(id) = Some(Data::Real(values));
    }

    /// Feeds whole numbers.
    pub fn whole(&mut self, id: TensorId, values: Vec<u32>) {
        *self.place(id) = Some(Data::Whole(values));
    }

    fn place(&mut self, id: TensorId) -> &mut Option<Data<T>> {
        if self.0.len() <= id.0 {
            self.0.resize_with(id.0 + 1, || None);
        }
        &mut self.0[id.0]
    }

    /// The numbers fed for a tensor.
    pub fn get(&self, id: TensorId) -> Option<&Data<T>> {
        self.0.get(id.0)?.as_ref()
    }

    /// Takes the numbers fed for a tensor out; none are left for it.
    pub(super) fn take(&mut self, id: TensorId) -> Option<Data<T>> {
        self.0.get_mut(id.0)?.take()
    }

    /// Everything fed.
    pub fn iter(&self) -> impl Iterator<Item = (TensorId, &Data<T>)> {
        let places = self.0.iter().enumerate();
        places.filter_map(|(place, data)| Some((TensorId(place), data.as_ref()?)))
    }

    /// The numbers fed for `id`, checked against what `program` declares.
    ///
    /// # Errors
    /// [`EngineError::NotFed`] or [`EngineError::FedSize`].
    pub fn checked<'a>(
        &'a self,
        program: &Program,
        id: TensorId,
    ) -> Result<&'a Data<T>, EngineError> {
        let info = program.info(id);
        let data = self
            .get(id)
            .filter(|data| data.element() == info.element)
            .ok_or_else(|| EngineError::NotFed(info.name.clone()))?;
        if data.len() != info.shape.len() {
            return Err(EngineError::FedSize {
                name: info.name.clone(),
                shape: info.shape.clone(),
                given: data.len(),
            });
        }
        Ok(data)
    }
}

impl Feeds<f32> {
    /// The same numbers for the f64 reference.
    pub fn widen(&self) -> Feeds<f64> {
        let widen = |data: &Data<f32>| match data {
            Data::Real(values) => Data::Real(values.iter().map(|v| f64::from(*v)).collect()),
            Data::Whole(values) => Data::Whole(values.clone()),
        };
        Feeds(self.0.iter().map(|data| data.as_ref().map(widen)).collect())
    }
}

/// The output's shape by the operation's rule; no operation takes an empty operand: an axis of length 0 never fits.
pub(super) fn fitted<O: Operation>(op: &O, inputs: &[&TensorInfo]) -> Option<Shape> {
    let full = inputs.len() == O::INPUTS && inputs.iter().all(|t| !t.shape.is_empty());
    full.then(|| op.output(inputs))?
}
